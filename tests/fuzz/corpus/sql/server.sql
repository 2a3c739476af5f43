CREATE TABLE [dbo].[Album]
(
    [AlbumId] INT NOT NULL IDENTITY(1,1),
    [Title] NVARCHAR(160) NOT NULL,
    [Status] CHAR(1) CHECK ([Status]='A' OR [Status]='B'),
    CONSTRAINT [PK_Album] PRIMARY KEY CLUSTERED ([AlbumId] ASC) WITH (PAD_INDEX = OFF) ON [PRIMARY]
)
GO
ALTER TABLE [dbo].[Album] WITH CHECK ADD CONSTRAINT [FK] FOREIGN KEY ([AlbumId]) REFERENCES [dbo].[Album] ([AlbumId]) ON DELETE NO ACTION
GO
INSERT INTO [dbo].[Album] ([Title]) VALUES (N'x'), (N'y')
GO
